/** The row with its id as `_id`, for answers. */
export function withId<Row extends { id: string }>({ id, ...rest }: Row) {
  return { _id: id, ...rest }
}

/** The id and name of a row. */
export const toNamed = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })
