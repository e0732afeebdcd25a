export const noCalendar = 'There is no such calendar.'
