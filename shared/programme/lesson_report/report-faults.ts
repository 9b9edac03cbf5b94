import { textOf } from '#shared/forms/fields/field.ts'
import type { ValidationMode } from '#shared/forms/fields/validate.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { counted } from '#shared/platform/time/plural.ts'
import type { ReportSettings } from './contract.ts'
import { mayUpload } from './report-form.ts'

/** The faults of a report that its form cannot find: too few pictures, a video that cannot be opened. */
export function reportFaults(
  settings: ReportSettings,
  answer: Readonly<Record<string, unknown>>,
  mode: ValidationMode,
): FieldFaults {
  const photos = Array.isArray(answer.photos) ? answer.photos.length : 0
  const tooFew = mode === 'hand_in' && mayUpload(settings, answer) && photos > 0 && photos < settings.min_photos
  const video = textOf(answer.video).trim()
  return {
    ...(tooFew && {
      photos: {
        rule: 'min_files',
        message: `Добавьте ещё ${counted(settings.min_photos - photos, 'фотографию', 'фотографии', 'фотографий')}`,
      },
    }),
    ...(video !== '' &&
      !isLink(video) && { video: { rule: 'regexp', message: 'Вставьте ссылку целиком: она начинается с https://' } }),
  }
}

const isLink = (text: string) => /^https?:\/\/(?=[^\s/]+\.\S)\S+$/i.test(text)
