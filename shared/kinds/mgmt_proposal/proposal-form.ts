import type { FormField, FormSchema } from '#shared/forms/fields/field.ts'
import type { MgmtProposalSettings } from './contract.ts'

/** The only version: the questions follow from the settings of the stage. */
const version = 1

/** The blocks that people write, in the order of the form. */
export const blocks = ['problem', 'cause', 'measure', 'resources', 'effect', 'risks', 'owner', 'annotation'] as const
export type Block = (typeof blocks)[number]

const blockWords: Record<Block, { label: string; hint: string }> = {
  problem: { label: 'Проблема', hint: 'Что не так, кого это касается и чем подтверждается.' },
  cause: { label: 'Причина', hint: 'Почему так происходит.' },
  measure: { label: 'Что вы предлагаете', hint: 'Какие шаги, в каком порядке и за какое время.' },
  resources: { label: 'Ресурсы', hint: 'Люди, деньги, техника, изменения в правилах.' },
  effect: { label: 'Эффект', hint: 'Что изменится и для кого. Числа добавьте ниже.' },
  risks: { label: 'Риски', hint: 'Что может помешать и что вы тогда сделаете.' },
  owner: { label: 'Кто отвечает', hint: 'Орган власти или организация, которой это под силу.' },
  annotation: {
    label: 'Аннотация',
    hint: 'Суть предложения для всех. Без имён: её опубликуют, только если вы отдельно согласитесь.',
  },
}

export const blockLabel = (block: Block): string => blockWords[block].label

/**
 * The questions of a stage with these settings: topic, blocks, numbers, files, annotation, and that the idea is the
 * author's own.
 */
export function proposalForm({ topics, limits, files }: MgmtProposalSettings): FormSchema | null {
  if (topics.length === 0) return null
  const block = (name: Block): FormField => ({
    name,
    ...blockWords[name],
    view: 'textarea',
    validation_rules: { required: true, max_length: limits[name] },
  })
  const figure = (name: string, label: string): FormField => ({
    name,
    label,
    view: 'text',
    hint: 'Число и единица, например «12,5 %».',
    validation_rules: { required: true, max_length: 60, regexp: '[0-9]' },
    custom_errors: { regexp: 'Напишите число' },
  })
  const choice = (name: string, label: string, view: 'select' | 'region', dict: string): FormField => ({
    name,
    label,
    view,
    params: { dict },
    validation_rules: { required: true },
  })
  const indicators: FormField = {
    name: 'indicators',
    label: 'Показатель',
    view: 'group',
    rows: { min: 1, max: 10 },
    validation_rules: { required: true },
    fields: [
      { name: 'title', label: 'Что измеряем', view: 'text', validation_rules: { required: true, max_length: 200 } },
      figure('now', 'Сейчас'),
      figure('later', 'Станет'),
    ],
  }
  const attachments: FormField = {
    name: 'files',
    label: 'Приложения',
    view: 'file',
    files: { max_files: files, formats: ['pdf', 'docx', 'xlsx', 'png', 'jpg'] },
  }
  return {
    version,
    sections: [
      {
        code: 'topic',
        title: 'Тема',
        fields: [
          {
            name: 'topic',
            label: 'Тема',
            view: 'select',
            options: topics.map(({ code, title }) => ({ id: code, value: title })),
            validation_rules: { required: true },
          },
          choice('region', 'Регион', 'region', 'regions'),
          choice('branch', 'Отрасль', 'select', 'industries'),
        ],
      },
      { code: 'why', title: 'Что не так', fields: [block('problem'), block('cause')] },
      { code: 'what', title: 'Предложение', fields: [block('measure'), block('resources'), block('owner')] },
      { code: 'effect', title: 'Эффект и риски', fields: [block('effect'), indicators, block('risks')] },
      {
        code: 'public',
        title: 'Аннотация и авторство',
        fields: [
          ...(files > 0 ? [attachments] : []),
          block('annotation'),
          {
            name: 'original',
            label: 'Предложение написано мной. Чужие идеи, тексты и данные в нём названы',
            view: 'checkbox',
            validation_rules: { required: true },
          },
        ],
      },
    ],
  }
}
