export const title = 'Two-step verification'
export const explanation =
  'After your password, we’ll ask for a code we text to your phone. That way a stolen password isn’t enough to get in.'
export const didNotLoad = 'We couldn’t load your two-step verification settings'
export const loading = 'Loading two-step verification'
export const addPhone = 'Add a phone'
export const noPhoneYet = 'You haven’t added a phone yet.'
export const isOn = 'Two-step verification is on'
export const phone = 'Phone'
export const phoneHint = 'Begin with + and the country code. It must be able to receive texts.'
export const phoneHintInNorthAmerica =
  'Outside North America, begin with + and the country code. It must be able to receive texts.'
export const sendCode = 'Send a code'
export const phoneEndingIn = (digits: string) => `Phone ending in ${digits}`
export const removePhoneEndingIn = (digits: string) => `Remove the phone ending in ${digits}`
export const askToRemove = 'Remove this phone?'
export const ifRemoved = (digits: string) =>
  `You’ll no longer need a code from the phone ending in ${digits} to log in.`
export const phoneRemoved = 'Phone removed'
