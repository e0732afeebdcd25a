import { toDollars } from '#contract/money.ts'

// How an export writes what is no text.

/** ISO instant, UTC. */
export const instantText = (instant: Date | null): string | null => instant?.toISOString() ?? null

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** Dollars of cents: '110.00'. */
export const dollarsText = (cents: number): string => toDollars(cents).toFixed(2)
