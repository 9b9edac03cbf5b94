import { quoted } from '#shared/platform/text/quoted.ts'
import type { Section, TestSettings } from './contract.ts'
import { type Stock, shortageInWords, shortages } from './shortages.ts'

type Blueprints = Pick<TestSettings, 'sections' | 'track_sections'>

/** The sections of a paper in this track: the track's own, or the common ones. */
export function sectionsOf(settings: Blueprints, track: string | null): Section[] {
  const own =
    track !== null && Object.hasOwn(settings.track_sections, track) ? settings.track_sections[track] : undefined
  return own ?? settings.sections
}

/** What the bank lacks for the papers of these tracks, as sentences. Without tracks: for the common sections. */
export function lackingIn(
  settings: Blueprints,
  tracks: readonly { code: string; title: string }[],
  bank: readonly Stock[],
): string[] {
  const own = tracks.filter(({ code }) => Object.hasOwn(settings.track_sections, code))
  const common = tracks.length > 0 && own.length === tracks.length ? [] : shortages(settings.sections, bank)
  return [
    ...common.map(shortageInWords),
    ...own.flatMap(({ code, title }) =>
      shortages(sectionsOf(settings, code), bank).map((each) => `Трек ${quoted(title)}. ${shortageInWords(each)}`),
    ),
  ]
}
