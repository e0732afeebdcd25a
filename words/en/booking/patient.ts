export const isItForYourChild = 'Is it for your child? You can add them once you’ve chosen a time.'
export const childrenDidNotLoad = 'We couldn’t load your children.'
export const tryAgainToLoadChildren = 'Try again to load your children'
export const whoIsItFor = 'Who is it for?'
export const pleaseChoose = 'Please choose'
export const pleaseChooseOne = 'Please choose.'
export const loading = 'Loading…'
export const isForAges = (treatment: string, ages: string) =>
  `${treatment} is for ages ${ages}. Is it for your child?`
export const isForMyChild = 'This is for my child: add them'
export const addChild = 'Add a child'
export const newChild = 'New child'
export const add = 'Add'
export const forSeveralChildren = 'Book for several children'

// Why a child cannot have the treatment. `age`: '3 years'.

export const alreadyHasThis = (name: string, time: string) =>
  `${name} already has this at ${time} that day.`
export const isAdult = (name: string, age: string) =>
  `${name} is ${age} old that day. Adults book with an account of their own.`
export const isOfOtherAge = (name: string, age: string, treatment: string, ages: string) =>
  `${treatment} is for ages ${ages}. ${name} is ${age} old that day.`
