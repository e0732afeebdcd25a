// Times in the reader's zone and language, and frames as high as their emails.

const inOwnZone = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
for (const time of document.querySelectorAll('time')) {
  time.textContent = inOwnZone.format(new Date(time.dateTime))
}

for (const frame of document.querySelectorAll('iframe')) {
  const resize = () => {
    const content = frame.contentDocument?.documentElement
    if (content) frame.style.height = `${content.scrollHeight}px`
  }
  frame.addEventListener('load', resize)
  window.addEventListener('resize', resize)
  resize()
}
