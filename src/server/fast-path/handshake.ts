import type { Fields } from '../../json/index.ts';
import { isId, isObject, isPlain } from '../plain.ts';

/** A handshake of the 2025 revisions, plain enough to have only one possible answer. */
export interface Handshake {
  id: string | number;
  /** The revision that the client requests. */
  revision: string;
  /** Whether the client supports elicitation. */
  askable: boolean;
  /** The client offers folders. */
  hasRoots: boolean;
}

const MESSAGE = new Set(['jsonrpc', 'id', 'method', 'params']);
const PARAMS = new Set(['protocolVersion', 'capabilities', 'clientInfo']);
const TEXTS = ['title', 'websiteUrl', 'description'];

/** The shape that the SDK requires of each capability. One that it does not know can be anything. */
const CAPABILITIES: Readonly<Record<string, (value: unknown) => boolean>> = {
  experimental: isOfObjects,
  extensions: isOfObjects,
  sampling: isOfObjects,
  elicitation: (value) =>
    isOfObjects(value) && isFlag(isObject(value.form) && value.form.applyDefaults),
  roots: (value) => isObject(value) && isFlag(value.listChanged),
  tasks: isNestedObject,
};

/** Recognises a handshake. Undefined for anything that is not exactly the plain form, valid or not. */
export function plainHandshake(message: unknown): Handshake | undefined {
  if (!isPlain(message, MESSAGE) || message.jsonrpc !== '2.0' || !isId(message.id))
    return undefined;
  const { id, method, params } = message;
  if (method !== 'initialize' || !isPlain(params, PARAMS)) return undefined;
  const { protocolVersion: revision, capabilities, clientInfo } = params;
  const isRight =
    typeof revision === 'string' && isClientInfo(clientInfo) && areCapabilities(capabilities);
  if (!isRight) return undefined;
  return {
    id,
    revision,
    askable: capabilities.elicitation !== undefined,
    hasRoots: capabilities.roots !== undefined,
  };
}

function isClientInfo(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.version === 'string' &&
    TEXTS.every((name) => value[name] === undefined || typeof value[name] === 'string') &&
    (value.icons === undefined || (Array.isArray(value.icons) && value.icons.every(isIcon)))
  );
}

function isIcon(icon: unknown): boolean {
  return (
    isObject(icon) &&
    typeof icon.src === 'string' &&
    (icon.mimeType === undefined || typeof icon.mimeType === 'string') &&
    (icon.sizes === undefined || isTexts(icon.sizes)) &&
    (icon.theme === undefined || icon.theme === 'light' || icon.theme === 'dark')
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function areCapabilities(value: unknown): value is Fields {
  return (
    isObject(value) &&
    Object.entries(CAPABILITIES).every(([name, isRight]) => {
      const capability = value[name];
      return capability === undefined || isRight(capability);
    })
  );
}

function isOfObjects(value: unknown): value is Fields {
  return isObject(value) && Object.values(value).every(isObject);
}

function isNestedObject(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isNestedObject);
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean';
}
