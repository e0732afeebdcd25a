/** An action for the agenda to run once after navigation: the router's state. */
export interface AskedOfAgenda {
  /** Opens the walk-in dialog with free times, or with taken ones for an extra patient. */
  walkIn?: 'free' | 'squeeze'
  print?: true
}
