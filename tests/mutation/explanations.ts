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
]
