/** Cents as dollars for the API: 7550 → 75.5. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Dollars from the API as whole cents: 75.5 → 7550. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** A price for screens: 75 → '$75', 75.5 → '$75.50'. */
export function formatPrice(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
}
