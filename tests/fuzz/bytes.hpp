/// The decisions of a sequence of calls, taken from a string of bytes. At its end every decision is 0.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace fuzz {

class Bytes
{
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

  int next()
  {
    if (bytes_.empty()) return 0;
    const int value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }

  /// 0 .. count - 1.
  int pick(int count) { return next() % count; }
  /// True in one of `chances` cases.
  bool rarely(int chances) { return pick(chances) == chances - 1; }

  /// Numbers that a model may have, and in one of eight cases numbers that it should not.
  double real()
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array nonsense{std::numeric_limits<double>::quiet_NaN(),
                                  infinity,
                                  -infinity,
                                  std::numeric_limits<double>::max(),
                                  -std::numeric_limits<double>::max(),
                                  std::numeric_limits<double>::denorm_min(),
                                  -1e300,
                                  1e-300,
                                  1e16,
                                  -0.0};
    const int value = next();
    if (value % 8 == 7) return nonsense[static_cast<std::size_t>(value / 8) % nonsense.size()];
    return (value % 2 == 0 ? 1 : -1) * std::ldexp(value / 16, value / 2 % 8 - 5);
  }

  /// Small whole numbers, and sometimes others.
  int whole()
  {
    constexpr std::array nonsense{-1,   -1000, std::numeric_limits<int>::max(), std::numeric_limits<int>::min(),
                                  1001, 21};
    const int value = next();
    return value < 200 ? value % 8 : nonsense[static_cast<std::size_t>(value) % nonsense.size()];
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace fuzz
