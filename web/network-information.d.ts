/** The Network Information API, which some browsers have. */
interface Navigator {
  readonly connection?: { readonly saveData: boolean }
}
