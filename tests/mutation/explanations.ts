/** Why a mutant may live: by a pattern of its name. Every survivor has to be here. */
export const explanations: readonly (readonly [RegExp, string])[] = []
