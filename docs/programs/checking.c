/* Values from elsewhere, judged before they are used: x' = y, 0 = x - t (index 2), whose y must be 1. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>

static int residual(sunrealtype t, N_Vector yy, N_Vector yyp, N_Vector rr, void* user_data)
{
  const sunrealtype* y = N_VGetArrayPointer(yy);
  (void)user_data;
  N_VGetArrayPointer(rr)[0] = N_VGetArrayPointer(yyp)[0] - y[1];
  N_VGetArrayPointer(rr)[1] = y[0] - t;
  return 0;
}

int main(void)
{
  static const char* const variables[] = {"x", "y"};
  static const char* const equations[] = {"motion", "path"};
  SUNContext sunctx = NULL;
  if (SUNContext_Create(NULL, &sunctx) != 0) return 1;
  N_Vector y0 = N_VNew_Serial(2, sunctx), yp0 = N_VClone(y0);
  N_VConst(0, y0);
  N_VConst(0, yp0);
  IDACIMem ci = IDACICreate(NULL, residual, y0, yp0, sunctx);
  IDACISetNames(ci, variables, equations);

  /* F(0, y, y') = 0 holds, but d/dt path = 0 does not. */
  int flag = IDACICheck(ci);
  if (flag == IDACI_INCONSISTENT) printf("%s\n", IDACIGetLastMessage(ci));
  const int found = flag == IDACI_INCONSISTENT && strstr(IDACIGetLastMessage(ci), "path") != NULL;

  FILE* json_file = tmpfile();
  FILE* html_file = tmpfile();
  if (json_file == NULL || html_file == NULL) return 1;
  IDACIWriteReport(ci, stdout, IDACI_REPORT_TEXT);    /* at most 100 columns wide */
  IDACIWriteReport(ci, json_file, IDACI_REPORT_JSON); /* for programs */
  IDACIWriteReport(ci, html_file, IDACI_REPORT_HTML); /* one file, opens in any browser without network */
  const int written = ftell(json_file) > 0 && ftell(html_file) > 0;
  fclose(html_file);
  fclose(json_file);

  IDACIFree(&ci);
  N_VDestroy(yp0);
  N_VDestroy(y0);
  SUNContext_Free(&sunctx);
  return found && written ? 0 : 1;
}
