import { dayAfter, type IsoDate } from '../dates.ts'

/** The price of a treatment from a day on, until the next price. */
export interface DatedPrice {
  validFrom: IsoDate
  priceCents: number
}

/**
 * The price of an appointment on `date`, in cents: docs/requirements.md#dated-prices.
 * @param prices in the order of their dates
 * @returns undefined before the first price
 */
export function priceOn(prices: readonly DatedPrice[], date: IsoDate): number | undefined {
  return prices.findLast(({ validFrom }) => validFrom <= date)?.priceCents
}

/** The prices with a different price on one day. */
export function withPriceOn(
  prices: readonly DatedPrice[],
  date: IsoDate,
  priceCents: number,
): DatedPrice[] {
  const next = dayAfter(date)
  const usual = priceOn(prices, next)
  return [
    ...prices.filter(({ validFrom }) => validFrom < date),
    { validFrom: date, priceCents },
    ...(usual === undefined ? [] : [{ validFrom: next, priceCents: usual }]),
    ...prices.filter(({ validFrom }) => validFrom > next),
  ]
}
