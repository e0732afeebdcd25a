export const noLink = 'This link does not exist, or has ended.'
export const conflict =
  'You have the same appointment, or another one at the same time. Cancel or move one of them, or call us.'
export const tooManyChildren =
  'You would have more than {most} children on your list. Archive one first.'
export const sameDay = 'You changed this family’s email today. Confirm it tomorrow.'
