export const toAnswerDidNotLoad = 'We couldn’t load what needs your answer'
export const needsAnswer = 'Needs your answer'
export const cannotTakePlace = (time: string) => `${time} can’t take place.`
export const why = (reason: string) => `Why: ${reason}`
export const nowOn = (time: string) => `Your appointment is now on ${time}`
export const seeOffer = 'See this offer'
export const accept = 'Accept'
export const acceptTime = (time: string, patient: string | null) =>
  patient === null ? `Accept ${time}` : `Accept ${time} for ${patient}`
export const otherTimes = 'Other times'
export const otherTimesFor = (patient: string) => `Other times for ${patient}`
export const seeDetails = 'See details'
