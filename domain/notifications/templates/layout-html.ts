import { addressLine, type ClinicDetails, phoneLink } from '#contract/clinic/clinic-details.ts'
import { faceInitials, tintOf } from '#contract/guardians/face.ts'
import type { EmailContent, EmailDetail, EmailLine } from '../content/email-content.ts'
import type { EmailedChild } from '../content/email-subject.ts'
import {
  type Direction,
  isolated,
  isolatesToElements,
  withoutIsolates,
} from '../content/isolates.ts'
import type { Speaker } from '../content/speech.ts'
import { Html, html, nothing } from './html.ts'

// Uses what mail programs support (https://www.caniemail.com): tables for the layout, inlined styles for the
// light theme, one short <style> for the dark one, and no image to load.

/** The logo's Content-ID. */
export const LOGO_CID = 'logo@sprout'

const FONT = "font-family:Nunito,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The colors of a class in the light and the dark theme. */
const THEME = {
  ground: { property: 'background-color', light: '#fbf5ea', dark: '#112127' },
  card: { property: 'background-color', light: '#fffdf9', dark: '#1a2e33' },
  panel: { property: 'background-color', light: '#f3efdf', dark: '#22393f' },
  ink: { property: 'color', light: '#1b3937', dark: '#eaf0e6' },
  soft: { property: 'color', light: '#4f6663', dark: '#b4c4bf' },
  link: { property: 'color', light: '#1d6b57', dark: '#8bd8b3' },
  button: { property: 'background-color', light: '#1d6b57', dark: '#8bd8b3' },
  label: { property: 'color', light: '#ffffff', dark: '#0b2a21' },
  line: { property: 'border-color', light: '#e5d9c1', dark: '#36525a' },
  // The colors of children, as on the site.
  leaf: { property: 'background-color', light: '#dcefdf', dark: '#234539' },
  peach: { property: 'background-color', light: '#fde3d3', dark: '#4a362d' },
  honey: { property: 'background-color', light: '#fbecc4', dark: '#463d24' },
  sky: { property: 'background-color', light: '#d9ebf3', dark: '#24414e' },
  lilac: { property: 'background-color', light: '#e9e2f4', dark: '#38334c' },
  rose: { property: 'background-color', light: '#f8d7e3', dark: '#4c2f3d' },
  aqua: { property: 'background-color', light: '#c9ecec', dark: '#1d4a50' },
} as const

type ColorClass = keyof typeof THEME

/** The attributes of an element: classes for the dark theme, inlined styles for the light one. */
function look(classes: readonly ColorClass[], style: string): Html {
  const colors = classes.map((name) => `${THEME[name].property}:${THEME[name].light}`)
  return html`class="${classes.join(' ')}" style="${[...colors, style].join(';')}"`
}

/** `prefix` is for Outlook, which marks elements that it darkened instead of matching the media query. */
function darkRules(prefix: string): string {
  return Object.entries(THEME)
    .map(([name, { property, dark }]) => `${prefix}.${name}{${property}:${dark}!important}`)
    .join('\n')
}

const STYLE = new Html(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.inset{padding:28px 20px!important}}
@media (prefers-color-scheme:dark){
${darkRules('')}
}
${darkRules('[data-ogsc] ')}
</style>
<!--[if mso]><style>td,a,h1,p{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->`)

/** Outlook on Windows ignores max-width, so a table of 600 pixels wraps the content there. */
const OUTLOOK_WIDTH = {
  start: new Html(
    '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  ),
  end: new Html('<!--[if mso]></td></tr></table><![endif]-->'),
}

/** Mail programs fill the preview with the first words of the email; this filler keeps them out. */
const FILLER = new Html('&#8199;&#847; '.repeat(60))

/** The HTML of an email. */
export function renderHtml(content: EmailContent, speaker: Speaker): string {
  const { clinic, language, direction, pageAt } = speaker
  const end = direction === 'rtl' ? 'left' : 'right'
  const { subject, preview, heading, greeting, paragraphs, details, action, closing } = content
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${withoutIsolates(subject)}</title>
${STYLE}
</head>
<body ${look(['ground'], 'margin:0;padding:0;-webkit-text-size-adjust:100%')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${withoutIsolates(preview)}${FILLER}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${look(['ground'], 'width:100%')}>
<tr><td align="center" style="padding:28px 12px">
${OUTLOOK_WIDTH.start}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 8px 20px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding-${end}:12px"><img src="cid:${LOGO_CID}" width="40" height="40" alt="" style="display:block;border:0"></td>
<td ${look(['ink'], `${FONT};font-size:20px;line-height:24px;font-weight:800`)}><a href="${pageAt('')}" ${look(['ink'], 'text-decoration:none')}>${own(clinic.fullName, direction)}</a></td>
</tr></table>
</td></tr>
<tr><td class="card line inset" bgcolor="${THEME.card.light}" style="background-color:${THEME.card.light};border:1px solid ${THEME.line.light};border-radius:20px;padding:40px">
<h1 ${look(['ink'], `${FONT};font-size:26px;line-height:32px;font-weight:800;margin:0 0 20px`)}>${said(heading)}</h1>
${[greeting, ...paragraphs].map((text) => paragraph(text, clinic))}
${details.length > 0 ? panel(details, direction) : nothing}
${button(action)}
${closing.map((text) => paragraph(text, clinic))}
</td></tr>
<tr><td ${look(['soft'], `${FONT};font-size:14px;line-height:21px;padding:24px 12px 0`)}>
<strong>${own(clinic.fullName, direction)}</strong><br>${own(addressLine(clinic), direction)}<br>${telephone(clinic)}
<p style="margin:16px 0 0">${said(content.reason)}${unsubscribe(content, speaker)}${notice(content)}</p>
</td></tr>
</table>
${OUTLOOK_WIDTH.end}
</td></tr>
</table>
</body>
</html>
`.markup
}

function paragraph(text: string, clinic: ClinicDetails): Html {
  const link = telephone(clinic).markup
  const linked = said(text).markup.replaceAll(html`${clinic.phone}`.markup, () => link)
  return html`<p ${look(['ink'], `${FONT};font-size:16px;line-height:25px;margin:0 0 16px`)}>${new Html(linked)}</p>
`
}

/** Text of a sentence; what it says of others has an element of its own. */
const said = (text: string): Html => new Html(isolatesToElements(html`${text}`.markup))

/** Text that stands by itself, and may be in another direction than the email. */
const own = (text: string, direction: Direction): Html => said(isolated(text, direction))

function telephone(clinic: ClinicDetails): Html {
  const link = phoneLink(clinic)
  if (link === undefined) return html`${clinic.phone}`
  return html`<a href="${link}" ${look(['link'], 'white-space:nowrap')}>${clinic.phone}</a>`
}

/** A table with the label above its lines, so that long ones fit on a phone. */
function panel(details: readonly EmailDetail[], direction: Direction): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:8px 0 8px">
<tr><td class="panel" bgcolor="${THEME.panel.light}" style="background-color:${THEME.panel.light};border-radius:14px;padding:18px 22px 6px">
${details.map((one) => detail(one, direction))}
</td></tr>
</table>
`
}

function detail({ label, lines, isList = false }: EmailDetail, direction: Direction): Html {
  const [first = '', ...rest] = lines.map((line) => lineOf(line, direction))
  const start = isList ? first : html`<strong>${first}</strong>`
  return html`<p ${look(['ink'], `${FONT};font-size:16px;line-height:24px;margin:0 0 12px`)}><span ${look(['soft'], 'font-size:14px')}>${label}</span><br>${start}${rest.map((line) => html`<br>${line}`)}</p>
`
}

function lineOf(line: EmailLine, direction: Direction): Html {
  if (typeof line === 'string') return own(line, direction)
  const { before, name, child } = line
  // The name is an element of its own, so that right-to-left text does not reorder what follows.
  return html`${face(child, direction)} ${said(before)}<span dir="auto">${name}</span>`
}

/** A child's initials on its color; Outlook on Windows shows them in a square. */
function face({ id, name }: EmailedChild, direction: Direction): Html {
  const margin = direction === 'rtl' ? '2px 0 2px 6px' : '2px 6px 2px 0'
  return html`<span aria-hidden="true" ${look([tintOf(id), 'ink', 'line'], `border-width:1px;border-style:solid;display:inline-block;width:26px;height:26px;border-radius:14px;margin:${margin};font-size:12px;line-height:26px;font-weight:800;text-align:center;vertical-align:middle`)}>${faceInitials(name)}</span>`
}

function button({ label, url }: EmailContent['action']): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 24px">
<tr><td class="button" bgcolor="${THEME.button.light}" style="background-color:${THEME.button.light};border-radius:12px">
<a href="${url}" ${look(['label'], `${FONT};display:block;padding:13px 28px;font-size:16px;line-height:22px;font-weight:700;text-decoration:none`)}>${label}</a>
</td></tr>
</table>
`
}

function unsubscribe({ unsubscribeUrl, unsubscribeText }: EmailContent, { words }: Speaker): Html {
  if (!unsubscribeUrl) return nothing
  return html` <a href="${unsubscribeUrl}" ${look(['link'], '')}>${unsubscribeText ?? words.shared.turnOffReminders}</a>`
}

function notice({ notice }: EmailContent): Html {
  if (!notice) return nothing
  return html` <a href="${notice.url}" ${look(['link'], '')}>${notice.label}</a>`
}
