/** Brings the current link of a row into view, which may be wider than the screen. */
export function scrollIntoRow(link: HTMLElement | null): void {
  link?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
}
