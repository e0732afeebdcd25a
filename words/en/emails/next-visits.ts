export const timeToBook = (clinic: string) => `Time to book a visit at ${clinic}`
export const timeToBookHeading = 'Time to book a visit'
export const chooseTime = 'Choose a time'
export const chooseDay = 'Choose a day and a time that suit you.'
export const chooseDayTogether =
  'Choose a day and a time that suit you: they can come one after the other.'
export const chooseDayEach = 'Choose a day and a time for each visit.'
export const callToChoose = 'Please call us to choose a day and a time.'
export const stopEmails = 'Stop these emails'
export const whyMayBook = 'You get this email because you may book appointments of this family.'
export const whyMayBookForChild =
  'You get this email because you may book appointments for this child.'
export const whyDeskBooks =
  'You get this email because our front desk books appointments for your family.'

export const isTime = 'It is time for the next visit.'
export const isTimeForSeveral = 'It is time for the next visits of your children.'
export const chooseAnotherDay = 'Choose another day.'
export const missedYou = 'We missed you at your last appointment and would still like to see you.'
export const seeYouAgain = 'We would like to see you again.'
export const seeYouAgainChoose =
  'We would like to see you again. Choose a day and a time that suit you.'
export const seeYouAgainCall =
  'We would like to see you again. Please call us to choose a day and a time.'
