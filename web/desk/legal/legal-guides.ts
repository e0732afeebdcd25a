import type { LegalPageName } from '#contract/legal/legal-titles.ts'

interface Guide {
  /** The purpose of the page. */
  about: string
  /** The authority that offers a model, or explains what the page has to contain. */
  source?: { label: string; url: string }
}

const SECTION_1557 = {
  label: 'Section 1557 at HHS',
  url: 'https://www.hhs.gov/civil-rights/for-individuals/section-1557/index.html',
}

/** Guidance for admins who write a legal page. It is not legal advice, and offers no text. */
export const LEGAL_GUIDES: Record<LegalPageName, Guide> = {
  notice: {
    about:
      'How the clinic uses and shares health information, and what rights families have. HIPAA requires most clinics to publish it on their site. The Department of Health and Human Services offers model notices.',
    source: {
      label: 'Model notices of HHS',
      url: 'https://www.hhs.gov/hipaa/for-professionals/privacy/guidance/model-notices-privacy-practices/index.html',
    },
  },
  privacy: {
    about:
      'What this site stores about its visitors and users. No federal agency offers a model; the Federal Trade Commission explains the rules for such a policy.',
    source: {
      label: 'Guidance of the FTC',
      url: 'https://www.ftc.gov/business-guidance/privacy-security',
    },
  },
  terms: {
    about: 'The rules for using this site. No agency offers a model: ask your lawyer.',
  },
  nondiscrimination: {
    about:
      'Says that the clinic treats all patients equally, and who takes complaints. Section 1557 requires it of clinics that take federal funds such as Medicaid. The Office for Civil Rights offers a sample.',
    source: SECTION_1557,
  },
  languages: {
    about:
      'Tells families, in the languages of your state, that an interpreter is free of charge. The Office for Civil Rights offers translated notices. Begin each line with its language, such as {es}.',
    source: SECTION_1557,
  },
  texts: {
    about:
      'For text messages that the clinic sends: how often they come, what they cost, and how to stop them. No agency offers a model; the Federal Communications Commission explains the rules.',
    source: {
      label: 'Rules of the FCC',
      url: 'https://www.fcc.gov/consumers/guides/stop-unwanted-robocalls-and-texts',
    },
  },
  accessibility: {
    about:
      'How accessible this site is, and where to report a barrier. The text below says what is tested before each release; check that the contact is right, and add what you know.',
  },
}
