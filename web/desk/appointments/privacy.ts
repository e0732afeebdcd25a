import { storedValue } from '#web/lib/stored-value.ts'

const initials = storedValue('sprout.agenda-initials')

/** Whether screens show initials instead of names. */
export const isPrivacyOn = () => initials.read() === 'on'

/** Initials instead of names, for screens that others can see; kept on this computer. */
export const setPrivacy = (isPrivate: boolean) => initials.write(isPrivate ? 'on' : null)

/** Whether initials are shown; updates when the switch changes. */
export const usePrivacy = () => initials.use() === 'on'
