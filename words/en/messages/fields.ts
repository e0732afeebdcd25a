/** About a name, as `NameMessages` of contract/typed-name.ts has them. */
export const name = {
  missing: 'Name is required',
  tooLong: 'Name must be {most} characters or fewer',
  notOneLine: 'Name must be one line',
  unshown: 'Name has characters that can’t be shown',
  noLetter: 'Name needs a letter',
  link: 'Name can’t contain a link',
}
export const address = {
  missing: 'Address is required',
  tooLong: 'Address must be {most} characters or fewer',
  notOneLine: 'Address must be one line',
  unshown: 'Address has characters that can’t be shown',
}
/** What a visitor asks on the contact page. */
export const query = {
  missing: 'Query is required',
  tooLong: 'Query must be {most} characters or fewer',
  notOneLine: 'Query must be one line',
  unshown: 'Query has characters that can’t be shown',
}
