import maya from '#web/illustrations/parent-maya.svg'
import priya from '#web/illustrations/parent-priya.svg'
import tom from '#web/illustrations/parent-tom.svg'

/** The drawings of the three families, by their names. */
export const REVIEW_PICTURES: Readonly<Record<string, string>> = {
  'Maya Collins': maya,
  'Tom Adeyemi': tom,
  'Priya Raman': priya,
}
