/** What the agenda does, once, when an action elsewhere has led to it: the state of its address. */
export interface AskedOfAgenda {
  /** Opens the walk-in dialog with free times, or with taken ones to squeeze in beside. */
  walkIn?: 'free' | 'squeeze'
  print?: true
}
