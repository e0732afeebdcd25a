const SECOND_TIME =
  'Matters only the second time round; the shortest way to each transition goes round once.'

/** Why a mutant may live: by a pattern of its name. Every survivor has to be here. */
export const explanations: readonly (readonly [RegExp, string])[] = [
  [
    /^action (rememberTreatment|rememberSlot): leaves message$/,
    'The message is read only where something has just failed, which sets it anew.',
  ],
  [
    /^signingOut: on(Done|Error) → signedOut: action forgetUser dropped$|^action forgetUser: leaves phoneHint$/,
    'The shortest way out leads from where nobody is known yet; the random walks see that nobody is known afterwards.',
  ],
  [/^action rememberUser: leaves ended$/, SECOND_TIME],
  [
    /^(paid: begins in earlier|cancelled: begins in refunding)$/,
    'Whatever leads there names the state within.',
  ],
  [
    /^settling: entry action startAsking dropped$|^action startAsking: leaves (asked|message)$/,
    SECOND_TIME,
  ],
  [/^settling\.asking: onDone → waiting: action forgetMessage dropped$/, SECOND_TIME],
  [
    /^loadingCardForm: entry action forgetCard dropped$|^action forgetCard: leaves (cardComplete|paymentMethod)$/,
    SECOND_TIME,
  ],
  [
    /^settling\.asking: onDone → #payment\.form\.preparingIntent: action forgetCard dropped$/,
    'The shortest way to a late decline comes by no typed card; payment.test.ts takes the long one.',
  ],
  [
    /^settling\.asking: onDone → #payment\.paid\.now: action rememberTransaction dropped$/,
    'The id is the one that the charge has told already.',
  ],
  [
    /^web\/booking\/choosing-screen\.tsx: .*\bshowsSlots\b/,
    'Only makes the dialog’s code come sooner than it is needed.',
  ],
  [
    /^web\/booking\/use-wished-treatment\.ts: call setOpen/,
    'Matters for the second day that is shown; the walk with a wish ends while it is loaded.',
  ],
  [
    /^web\/booking\/booking-flow\.tsx: .*(canClose|dialog\.close)/,
    'The back button while the dialog is open; appointment-page.test.tsx presses it.',
  ],
  [
    /^web\/auth\/sign-in-frame\.tsx: call /,
    'Only makes the provider’s code come sooner than it is needed.',
  ],
  [
    /^web\/auth\/use-sign-in\.ts: call setWay/,
    'Matters only after another way was tried on the same page; each walk tries one.',
  ],
  [
    /^web\/auth\/use-sign-in\.ts: (condition !isStarting|call (waitFor|auth\.send\(event\)))/,
    'A press before the machine has looked whether somebody is signed in: no step of its, and soon the same as any other.',
  ],
  [
    /^web\/auth\/require-admin\.tsx: call stop\(\) dropped$/,
    'Matters once the page for admins is left; the walk that is refused there leaves it for good.',
  ],
  [
    /^web\/auth\/code-step\.tsx: text “your phone” wrong$/,
    'For the compiler: the machine knows the phone wherever it asks for a code.',
  ],
  [
    /^web\/auth\/sign-in-gate\.tsx: label "You’re logged in" wrong$/,
    'Gone before anybody can read it: the page that was wanted takes its place.',
  ],
  [
    /^web\/auth\/check-your-email\.tsx: handler onClick dropped$/,
    'The walk presses Esc, which does the same; sign-in-forms.test.tsx presses OK.',
  ],
]
