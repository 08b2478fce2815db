#include "fuzz/enumerations.h"

int set_method_number(IDACIMem ci, int method)
{
  return IDACISetMethod(ci, (IDACIMethod)method);
}

int set_difference_kind_number(IDACIMem ci, int kind)
{
  return IDACISetDifferenceKind(ci, (IDACIDifferenceKind)kind);
}

int write_report_number(IDACIMem ci, FILE* out, int format)
{
  return IDACIWriteReport(ci, out, (IDACIReportFormat)format);
}
