/**
 * For a form that is prerendered: the browser checks nothing, and sending it before the scripts
 * have come does nothing (`dialog` outside of a dialog), where it would otherwise load the page
 * again with all that was typed in its address.
 */
export const INERT_FORM = { method: 'dialog', noValidate: true } as const
