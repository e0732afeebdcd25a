/** Rows in the order of the list that their ids were taken from. */
export function inOrderOf<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (row: Row) => places.get(idOf(row)) ?? 0
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}
