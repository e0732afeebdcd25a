export const adultThatDay =
  '{child} is {adult} or older that day, and books with an account of their own.'
export const otherAge = '{treatment} is for ages {ages}. {child} is {age} old that day.'
export const nameMissing = 'Add your name in My Profile before you book.'
export const mayNotBook = 'You can’t book for {child}. Ask the guardian who manages this child.'
export const unknownTreatment = 'We don’t offer that treatment.'
export const notOnline = 'This treatment can’t be booked online. Please call us.'
export const unknownDoctor = 'That doctor doesn’t give this treatment.'
export const slotNotOffered = 'That time isn’t available on that day.'
export const past = 'That day has passed. Please choose another date.'
export const tooFar = 'That day is too far in the future. Please choose an earlier date.'
export const weekend = 'The clinic is closed on weekends. Please choose another date.'
export const closed = 'The clinic is closed on that day. Please choose another date.'
export const tooManyUnpaid =
  'You have {appointments} coming up. Pay for one of them, or call us to cancel one, before you book another.'
export const tooManyUnpaidUnverified =
  'You have {appointments} coming up. Pay for one of them, or confirm your email address on the My Profile page, before you book another.'
export const tooManyUnpaidOfChild =
  '{child} has {appointments} coming up. One of them has to be paid or canceled before another is booked.'
export const tooManyUnpaidInBlock =
  'You can have {appointments} at a time. Book for fewer children, or pay for those that are coming up first.'
export const tooManyUnpaidInBlockUnverified =
  'You can have {appointments} at a time. Book for fewer children, or confirm your email address on the My Profile page.'
export const tooManyUnpaidInSeries =
  'You can have {appointments} at a time. Choose fewer appointments, or pay for those that are coming up first. The front desk can book a longer series for you.'
export const tooManyUnpaidInSeriesUnverified =
  'You can have {appointments} at a time. Choose fewer appointments, or confirm your email address on the My Profile page. The front desk can book a longer series for you.'
export const tooManyUnpaidInSeriesOfChild =
  '{child} can have {appointments} at a time. Choose fewer appointments, or pay for those that are coming up first. The front desk can book a longer series for you.'
export const alreadyBooked = 'You already have an appointment on {date} at {slot}'
export const alreadyBookedChild = 'You already have an appointment on {date} at {slot} for {child}'
export const termsChanged =
  'The clinic’s refund terms have changed. Please read them and book again.'
export const timeTaken = 'Someone else just booked this time. Please choose another one.'
export const priceChanged = 'The price is now {price}. Please review it and book again.'
export const otherAccount = 'You can only book for your own account.'
export const onlyOwnAppointments = 'You can only see your own appointments.'
export const notABlock = 'Those times are too far apart, or need one doctor twice at once.'
export const timeOfChildTaken =
  'Someone else just booked {child}’s time, {slot}. Nothing was booked.'
export const priceOfChildChanged =
  'The price for {child} is now {price}. Please review it and book again.'
export const canceled = 'This appointment was canceled.'
export const checkedIn = 'The patient has checked in. Please ask the front desk.'
export const completed = 'This visit is over. Please ask the front desk.'
export const missed = 'This appointment was missed. Please ask the front desk.'
export const tooLateToChange = 'It’s too late to change this appointment online. Please call us.'
export const tooManyMoves = 'This appointment can’t be moved online again. Please call us.'
export const onlyBookersChange =
  'Only guardians with the right to book can change this appointment.'
export const tooLateToUndo = 'It’s too late to undo this move. Move the appointment back instead.'
export const formerTimeTaken =
  'The former time is no longer free. The appointment stays where it is.'
export const refundChanged = 'The refund has changed. Please check it again.'
