// Until when an appointment can be canceled and moved. `when` is an instant below, `time` '52 minutes'.

export const freeToCancelUntil = (when: string) => `Free to cancel until ${when}`
export const freeToCancelUntilItStarts = 'Free to cancel until it starts'
export const refundUntil = (percent: number, when: string) => `${percent}% refund until ${when}`
export const refundUntilItStarts = (percent: number) => `${percent}% refund until it starts`
export const noRefund = 'No refund if you cancel'
export const movedOnlineUntil = (when: string) => `Can be moved online until ${when}`
export const canceledOnlineUntil = (when: string) => `Can be canceled online until ${when}`

export const startsWithoutChange = (when: string) => `Starts ${when}: no refund, no change online`
export const startsInWithoutChange = (time: string) =>
  `Starts in ${time}: no refund, no change online`
export const startsWithCall = (when: string) => `Starts ${when}: call us to change it`
export const startsInWithCall = (time: string) => `Starts in ${time}: call us to change it`

/** 'Mon, Nov 30, 10:00 AM' */
export const instant = (day: string, minute: string) => `${day}, ${minute}`
/** 'Sun, Nov 1, 1:30 AM PST' */
export const instantInZone = (day: string, minute: string, zone: string) =>
  `${day}, ${minute} ${zone}`
