/**
 * How every CSV file of the site is written: for spreadsheets, with text that they would run as a formula escaped. An
 * import removes the escapes.
 */
export const CSV_OPTIONS = {
  escape_formulas: true,
  record_delimiter: 'windows',
  // Rows end with CRLF, and a lone LF would otherwise not be quoted.
  quoted_match: /[\r\n]/,
} as const
