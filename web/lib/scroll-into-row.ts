/** Scrolls the current link into view in a row that may be wider than the screen. */
export function scrollIntoRow(link: HTMLElement | null): void {
  link?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
}
