export const lock = 'Lock the screen'
/** With the key. */
export const lockByKey = 'Lock the screen (Alt+L)'
export const locked = 'Screen locked'
export const typedIsKept = 'What you typed is kept until you unlock.'
export const unlock = 'Unlock'
export const canTryAgain = 'You can try again, or log out and log in.'
export const isLocked = 'This screen is locked.'
export const beforeGoingOn = 'Please log in again before going on.'
