export const invalidDate = 'Invalid date. Use the format “Jun 5, 2022”'
export const tooFar = 'Choose a day of the next {years} years'
