const list = new Intl.ListFormat('en-US')

/** Names in words: 'Mia', 'Mia and Ben', 'Mia, Ben, and Ida'. */
export function joinNames(names: readonly string[]): string {
  return list.format(names)
}
