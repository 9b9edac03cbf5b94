/** Keywords that end the conditions of a clause on the same level of brackets. */
const clauses =
  /^(?:select|from|where|group by|having|window|union|intersect|except|order by|limit|offset|fetch|returning|set|values|on conflict|do|on|(?:inner |left |right |full |cross )?join|using|then|else|end|when|as|with|for (?:no key )?update|for (?:key )?share)\b/i
/** Clauses whose conditions can be left out one by one. */
const conditional = /^(?:where|on|having|when)$/i

/**
 * The parts of an `sql` template that can be left out: each of several conditions joined by `and`, a `where` with a
 * single condition, and locks.
 */
export function changesOfSql(text, quasi) {
  const sql = withoutValues(text, quasi)
  return [...locks(sql), ...clausesOf(sql).flatMap(leftOut)].map(({ start, end }) => ({
    start: quasi.start + 1 + start,
    end: quasi.start + 1 + end,
  }))
}

/** The text between the backticks in its full length, with values, quoted texts and comments blanked out. */
function withoutValues(text, quasi) {
  let words = text.slice(quasi.start + 1, quasi.end - 1)
  for (const { start, end } of quasi.expressions) {
    const from = text.lastIndexOf('${', start) - quasi.start - 1
    const until = text.indexOf('}', end) - quasi.start
    words = words.slice(0, from) + '?'.repeat(until - from) + words.slice(until)
  }
  return words
    .replace(/'(?:[^']|'')*'/g, (quoted) => '?'.repeat(quoted.length))
    .replace(/--.*/g, (comment) => ' '.repeat(comment.length))
}

function locks(sql) {
  return [
    ...sql.matchAll(/\bfor (?:no key )?(?:update|share)\b(?: of [\w, ]+?)?(?: skip locked| nowait)?(?=\s*(?:[)]|$))/gi),
  ].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
}

/** The clauses with conditions: the position of each clause and of its conditions. */
function clausesOf(sql) {
  const done = []
  const levels = [{ name: '', at: 0, splits: [], either: false, between: false }]
  const close = (at) => {
    const { name, at: start, splits, either } = levels.pop()
    if (conditional.test(name) || (name === '' && splits.length > 0))
      done.push({ name, start, end: at, splits, either })
  }
  for (let at = 0; at < sql.length; ) {
    const rest = sql.slice(at)
    const level = levels.at(-1)
    const inWord = at > 0 && /\w/.test(sql[at - 1])
    const [clause] = (!inWord && clauses.exec(rest)) || []
    const [join] = (!inWord && /^(?:and|or|between)\b/i.exec(rest)) || []
    if (clause) {
      close(at)
      levels.push({ name: clause.toLowerCase(), at, splits: [], either: false, between: false })
    } else if (join?.toLowerCase() === 'and') {
      if (level.between) level.between = false
      else level.splits.push(at)
    } else if (join?.toLowerCase() === 'or') level.either = true
    else if (join) level.between = true
    else if (sql[at] === '(') levels.push({ name: '', at: at + 1, splits: [], either: false, between: false })
    else if (sql[at] === ')' && levels.length > 1) close(at)
    at += (clause ?? join ?? ' ').length
  }
  while (levels.length > 0) close(sql.length)
  return done
}

function leftOut({ name, start, end, splits, either }) {
  if (either || splits.length === 0) return name === 'where' ? [{ start, end }] : []
  // A fragment that begins with `and` continues the conditions of another.
  const first = start + name.length
  const bounds = [first, ...splits, end]
  return bounds.slice(0, -1).map((from, index) => {
    const until = bounds[index + 1]
    // The first condition is removed with the `and` after it, each other with the `and` before it.
    return index === 0 ? { start: from, end: until === end ? end : until + 'and'.length } : { start: from, end: until }
  })
}
