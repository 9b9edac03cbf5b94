import type { Condition, FormField, FormSchema } from '#shared/forms/fields/field.ts'
import type { ReportSettings } from './contract.ts'

/** The only version: the questions follow from the settings of the stage. */
const version = 1
export const maxPhotos = 10

const consent = 'minors_consent'
const ruleName = (place: number) => `rule_${place + 1}`

/** The questions of a report. Pictures may be added once every rule about pictures of children is ticked. */
export function reportForm(settings: ReportSettings): FormSchema {
  const needed = settings.min_photos > 0
  const rules = settings.photo_rules.map((rule, place): FormField => {
    return { name: ruleName(place), label: rule, view: 'checkbox', validation_rules: { required: needed } }
  })
  const ticked: Condition = {
    all: [...rules.map(({ name }) => name), consent].map((field) => ({ field, equals: true })),
  }
  const photos: FormField = {
    name: 'photos',
    label: 'Фотографии с урока',
    view: 'image',
    hint: `До ${maxPhotos} снимков`,
    files: { max_files: maxPhotos },
    visible_when: ticked,
    validation_rules: { required: needed },
  }
  const video: FormField = {
    name: 'video',
    label: 'Ссылка на видео',
    view: 'text',
    hint: 'Запись должна открываться по ссылке без входа',
    validation_rules: { required: settings.video === 'must', max_length: 500 },
  }
  const letter: FormField = {
    name: 'letter',
    label: 'Письмо из школы',
    view: 'file',
    hint: 'На бланке школы, с подписью: урок состоялся, дата, тема, сколько человек было',
    files: { max_files: 1, formats: ['pdf', 'jpg', 'jpeg', 'png', 'docx'] },
    validation_rules: { required: settings.letter },
  }
  return {
    version,
    sections: [
      {
        code: 'lesson',
        title: 'Как прошёл урок',
        fields: [
          { name: 'held_on', label: 'Когда прошёл', view: 'date', validation_rules: { required: true } },
          { name: 'topic', label: 'Тема', view: 'text', validation_rules: { required: true, max_length: 200 } },
          {
            name: 'listeners',
            label: 'Сколько человек слушало',
            view: 'number',
            validation_rules: { required: true, int: true, min_value: 1, max_value: 10_000 },
          },
          {
            name: 'reflection',
            label: 'Что получилось и что вы сделали бы иначе',
            view: 'textarea',
            validation_rules: { required: true, min_length: 100, max_length: 4000 },
          },
        ],
      },
      {
        code: 'children',
        title: 'Правила съёмки детей',
        hint: 'Прочитайте до загрузки. Фотографии можно добавить, когда всё отмечено.',
        fields: [
          ...rules,
          {
            name: consent,
            label:
              'У школы есть письменные согласия родителей или законных представителей всех детей, которых видно на фото и видео, или детей на них нет',
            view: 'checkbox',
            validation_rules: { required: true },
          },
        ],
      },
      {
        code: 'proof',
        title: 'Подтверждения',
        fields: [photos, ...(settings.video === 'no' ? [] : [video]), letter],
      },
    ],
  }
}

/** Whether all rules about pictures are ticked. */
export const mayUpload = ({ photo_rules }: ReportSettings, answer: Readonly<Record<string, unknown>>): boolean =>
  [...photo_rules.map((_rule, place) => ruleName(place)), consent].every((name) => answer[name] === true)
