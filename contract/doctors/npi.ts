/** The check digit of an NPI also covers this prefix, which is not part of the NPI. */
const PREFIX = '80840'

/**
 * Whether a text is a National Provider Identifier of the United States: ten digits, the last of which
 * is a check digit (ISO/IEC 7812, with the prefix 80840).
 */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  const digits = [...(PREFIX + text)].map(Number).reverse()
  const sum = digits.reduce((sum, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit
    return sum + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}
