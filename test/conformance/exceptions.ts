/** Checked protocol revisions, one of each era. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

export type ProtocolRevision = (typeof REVISIONS)[number];

/** Checks of the suite that this server does not have to pass, and the reason. */
export interface Exception {
  reason: string;
  /** Checks by scenario: by the name of the scenario, if it has a single check, or by several names. */
  checks: Readonly<Record<string, readonly string[]>>;
  /** Absent: in every revision that has the scenario. */
  revision?: ProtocolRevision;
}

/** Scenarios whose only relevant check has the scenario's name. */
function whole(...scenarios: string[]): Record<string, readonly string[]> {
  return Object.fromEntries(scenarios.map((scenario) => [scenario, [scenario]]));
}

/**
 * The exceptions, check by check. The list is exact: the run fails for an unlisted check that fails, and for a listed
 * one that passes or that no longer exists.
 */
export const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'calls a tool that only the test server of the suite has',
    checks: {
      ...whole(
        'tools-call-simple-text',
        'tools-call-image',
        'tools-call-audio',
        'tools-call-embedded-resource',
        'tools-call-mixed-content',
        'tools-call-error',
        'tools-call-with-progress',
        'tools-call-sampling',
        'tools-call-elicitation',
      ),
      'elicitation-sep1034-defaults': ['elicitation-sep1034-general'],
      'elicitation-sep1330-enums': ['elicitation-sep1330-general'],
      'json-schema-2020-12': ['json-schema-2020-12-tool-found'],
      'server-stateless': [
        'sep-2575-server-rejects-undeclared-capability',
        'sep-2575-missing-capability-http-400',
        'sep-2575-http-server-no-independent-requests-on-stream',
        'sep-2575-server-no-log-without-loglevel',
      ],
      'input-required-result-basic-elicitation': ['sep-2322-elicitation-incomplete'],
      'input-required-result-basic-sampling': ['sep-2322-sampling-incomplete'],
      'input-required-result-basic-list-roots': ['sep-2322-list-roots-incomplete'],
      'input-required-result-request-state': ['sep-2322-request-state-incomplete'],
      'input-required-result-multiple-input-requests': ['sep-2322-multiple-inputs-incomplete'],
      'input-required-result-multi-round': ['sep-2322-multi-round-r1'],
      'input-required-result-missing-input-response': ['sep-2322-missing-response-rerequests'],
      'input-required-result-result-type': ['sep-2322-result-type-included'],
      'input-required-result-tampered-state': ['sep-2322-reject-tampered-state'],
      'input-required-result-capability-check': ['sep-2322-respect-client-capabilities'],
      'input-required-result-ignore-extra-params': ['sep-2322-ignore-unexpected-params'],
    },
  },
  {
    reason: 'needs a tool whose schema takes arguments from headers, which this server has none of',
    checks: {
      'http-custom-header-server-validation': [
        'sep-2243-server-no-xmcp-tool',
        'sep-2243-server-decode-base64',
        'sep-2243-server-validate-param-match',
        'sep-2243-server-reject-invalid-param-chars',
        'sep-2243-server-reject-param-mismatch',
      ],
    },
  },
  {
    reason: 'reads a resource that only the test server of the suite has',
    checks: whole('resources-read-text', 'resources-read-binary', 'resources-templates-read'),
  },
  {
    reason: 'uses a prompt that only the test server of the suite has',
    checks: {
      ...whole(
        'completion-complete',
        'prompts-get-simple',
        'prompts-get-with-args',
        'prompts-get-embedded-resource',
        'prompts-get-with-image',
      ),
      'input-required-result-non-tool-request': ['sep-2322-non-tool-incomplete'],
    },
  },
  {
    reason: 'this server sends no log messages, so it has no level to set',
    checks: whole('logging-set-level', 'tools-call-with-logging'),
  },
  {
    reason:
      'the 2025 revisions carry notifications on a session of its own, and this server has no sessions over HTTP; over stdio it takes subscriptions',
    revision: '2025-11-25',
    checks: {
      ...whole('resources-subscribe', 'resources-unsubscribe'),
      'server-sse-polling': [
        'server-sse-polling-session',
        'server-sse-priming-event',
        'server-sse-retry-field',
      ],
      'server-sse-multiple-streams': ['server-sse-multiple-streams-session'],
    },
  },
  {
    reason:
      'skills are listed by skills/list alone: resources/list holds documentation, which people pick from',
    checks: {
      'sep-2640-skills-manifest': [
        'sep-2640-skillmd-metadata-name',
        'sep-2640-skillmd-metadata-description',
      ],
    },
  },
];

/** Scenarios without a check to run, because they concern optional features that this server lacks. */
export const IDLE: Readonly<Record<string, string>> = {
  'server-session-lifecycle': 'this server has no sessions',
};

/** Extensions of the protocol by the prefix of their scenarios: supported and unsupported ones. */
export const EXTENSIONS: readonly string[] = ['sep-2640-skills-'];
export const EXTENSIONS_NOT_OFFERED: readonly string[] = ['tasks-'];
