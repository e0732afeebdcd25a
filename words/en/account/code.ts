export const title = 'One more step'
export const lead = 'Enter the code we texted you to finish logging in.'
export const twoStepVerification = 'Two-step verification'
export const verificationCode = 'Verification code'
export const confirm = 'Confirm'
export const sendNewCode = 'Send a new code'
export const cancel = 'Cancel'
export const sendingTo = (phone: string) => `Sending a code to ${phone}…`
export const notSentTo = (phone: string) => `We couldn’t send a code to ${phone}.`
export const sentTo = (phone: string) => `We texted a code to ${phone}.`
// Without the provider's hint of the number.
export const sending = 'Sending a code to your phone…'
export const notSent = 'We couldn’t send a code to your phone.'
export const sent = 'We texted a code to your phone.'
