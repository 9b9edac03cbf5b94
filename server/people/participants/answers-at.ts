import { type RawBuilder, sql } from 'kysely'
import type { SeasonStage } from '#server/stages/season.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

/** The most answers offered for one stage. Questions with long lists have dictionaries and are not among them. */
const maxAnswers = 200

/** The answers by which people of a stage can be selected: each option of a published question, «question:option». */
export function answersAt(stage: SeasonStage): { id: string; value: string }[] {
  const form = stage.kind?.work?.questions(stage)
  return (form ? fieldsOf(form) : [])
    .flatMap(({ name, label, view, options = [], params, special }) => {
      // Nobody is selected by health, beliefs or origin.
      if (special) return []
      if (view === 'checkbox') return [{ id: `${name}:true`, value: `${label}: да` }]
      const all = [...options, ...(params?.values ?? []).map((value) => ({ id: value, value }))]
      return all.map(({ id, value }) => ({ id: `${name}:${id}`, value: `${label}: ${value}` }))
    })
    .slice(0, maxAnswers)
}

/** «Образование: высшее»; an answer that no longer exists is shown by its id. */
export const answerInWords = (stage: SeasonStage | null | undefined, answer: string): string =>
  quoted((stage ? answersAt(stage) : []).find(({ id }) => id === answer)?.value ?? answer)

/**
 * People whose latest hand-in of a stage, or whose application, has this answer. An option may be stored alone, with
 * its words, or in a list.
 */
export function withAnswer(stage: SeasonStage | null | undefined, answer: string): RawBuilder<unknown> {
  if (!stage) return sql`false`
  const [name = '', ...rest] = answer.split(':')
  const option = rest.join(':')
  const given = sql`(d.data -> ${name})`
  const holds = sql`(${given} = to_jsonb(${option}::text) or ${given} ->> 'id' = ${option}
    or (${option} = 'true' and ${given} = 'true'::jsonb)
    or ${given} @> jsonb_build_array(${option}::text)
    or ${given} @> jsonb_build_array(jsonb_build_object('id', ${option}::text)))`
  return sql`exists (
    select from (
      (select h.data from hand_ins h where h.account_id = p.account_id and h.stage_id = ${stage.id}
        order by h.revision desc limit 1)
      union all
      select a.data from applications a where a.account_id = p.account_id and a.stage_id = ${stage.id}
    ) as d where ${holds})`
}
