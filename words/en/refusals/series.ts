export const tooLong = 'A series has at most {appointments}.'
export const beyondHorizon =
  'Only {possible} of these {wanted} dates can be booked now: the last day is {day}. Choose fewer appointments, or a shorter time between them.'
export const timeTaken = 'Someone else just booked {time} on {day}. Nothing was booked.'
export const priceChanged = 'The price on {day} is now {price}. Please review it and book again.'
