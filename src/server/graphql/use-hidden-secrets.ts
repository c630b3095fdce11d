import { GraphQLError } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'

/** Errors quote names, arguments and syntax: a key or token that stood there by mistake does not come back with them. */
export function useHiddenSecrets(): Plugin {
  return {
    onExecutionResult({ result, setResult }) {
      if (result === undefined || isAsyncIterable(result) || Array.isArray(result)) return
      if (result.errors === undefined) return
      setResult({ ...result, errors: result.errors.map(withoutSecrets) })
    },
  }
}

function withoutSecrets(error: GraphQLError): GraphQLError {
  const { message, nodes = null, source = null, positions = null, path = null } = error
  const extensions = JSON.stringify(error.extensions)
  const shown = { message: hideSecrets(message), extensions: hideSecrets(extensions) }
  if (shown.message === message && shown.extensions === extensions) return error
  return new GraphQLError(shown.message, {
    nodes,
    source,
    positions,
    path,
    extensions: JSON.parse(shown.extensions),
  })
}
