/** The row as answers have it: its id is called `_id`. */
export function withId<Row extends { id: string }>({ id, ...rest }: Row) {
  return { _id: id, ...rest }
}

/** The id and the name of a row. */
export const toNamed = ({ id, name }: { id: string; name: string }) => ({ _id: id, name })
