import { serverKind } from '#server/stages/kind.ts'
import { partsOf } from '#server/stages/parts.ts'
import { multiformKind } from '#shared/kinds/multiform/contract.ts'
import { ruleOf } from '#shared/kinds/multiform/part-rules.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { ownSparedParts } from './own-spared-parts.ts'
import { multiformStanding, multiformWhole } from './whole.ts'

export const multiform = serverKind(multiformKind, {
  work: null,
  attempts: null,
  standing: multiformStanding,
  whole: multiformWhole,
  ownData: { name: 'spared_parts', title: 'Части этапов, добавленные позже', read: ownSparedParts },
  files: null,
  checklist: (stage, { stages }) => {
    const parts = partsOf(stages, stage)
    const unknown = stage.settings.parts.filter(({ code }) => !parts.some((part) => part.code === code))
    const odd = parts.filter(({ kind }) => !kind?.work?.draft || kind.contract.work !== 'person')
    const hidden = parts.filter(({ part }) => part?.own.published === false)
    const needed = parts.some(({ code }) => ruleOf(stage.settings, code).required)
    const red = (text: string) => ({ level: 'red' as const, text })
    const yellow = (text: string) => ({ level: 'yellow' as const, text })
    return [
      ...(parts.length === 0 ? [red('В наборе нет частей: добавьте хотя бы одну')] : []),
      ...odd.map(({ title }) => red(`Этап ${quoted(title)} не может быть частью набора: в нём не заполняют анкету`)),
      ...unknown.map(({ code }) => yellow(`Среди особых частей названа ${quoted(code)}, которой в наборе нет`)),
      ...hidden.map(({ title }) => yellow(`Часть ${quoted(title)} ещё не опубликована`)),
      ...(parts.length > 0 && !needed ? [yellow('Ни одна часть не обязательна: примем набор, когда приняты все')] : []),
    ]
  },
})
