/** Ends a sentence: the point of «a.m.» is also that of the sentence. */
export const fullStop = (sentence: string) => (sentence.endsWith('.') ? sentence : `${sentence}.`)
