/** Cents as dollars for the API: 7550 → 75.5. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Dollars from the API as whole cents: 75.5 → 7550. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** Cents for screens: 7500 → '$75', 7550 → '$75.50'. */
export function formatCents(cents: number): string {
  return formatPrice(toDollars(cents))
}

/** A price for screens: 75 → '$75', 75.5 → '$75.50'. */
export function formatPrice(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
}

/** The sum of prices in dollars. Added in cents: 0.1 + 0.2 is not 0.3. */
export function sumOfPrices(items: readonly { price: number }[]): number {
  return toDollars(items.reduce((cents, { price }) => cents + toCents(price), 0))
}

/** The amounts together, in cents. */
export function sumCents(rows: readonly { amountCents: number }[]): number {
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount of the books, always with cents: 75 → '$75.00', -1200.5 → '-$1,200.50'. */
export function formatAmount(dollars: number): string {
  return amount.format(dollars)
}
