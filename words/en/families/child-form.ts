export const childsName = 'Child’s name'
export const firstAndLast = 'First and last name'
