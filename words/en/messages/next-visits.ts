export const chooseMonth = 'Choose a month'
export const invalidTicketId = 'Invalid ticket ID'
