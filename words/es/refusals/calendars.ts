export const noCalendar = 'No existe ese calendario.'
