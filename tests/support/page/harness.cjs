// Runs the verifier of docs/check.html for tests: a question a line in, an answer a line out.
"use strict";
const fs = require("node:fs");
const readline = require("node:readline");
const vm = require("node:vm");

const page = fs.readFileSync(process.argv[2], "utf8");
const [, core] = /<script id="core">([^]*?)<\/script>/.exec(page);
vm.runInThisContext(`${core}\nglobalThis.RunesCheck = RunesCheck;`);
const { Inspection, Tree, canon, hex, keyed, orderOf, stream, u64, unhex, H, M } = RunesCheck;
const fromBase64 = (text) => new Uint8Array(Buffer.from(text, "base64"));

/** The most megabytes that this process has held: resourceUsage tells those of its parent too. */
function most() {
  const status = fs.existsSync("/proc/self/status") ? fs.readFileSync("/proc/self/status", "utf8") : "";
  const found = /VmHWM:\s+(\d+) kB/.exec(status);
  return found ? Number(found[1]) / 1024 : process.memoryUsage().rss / 2 ** 20;
}

/** Seconds of work and megabytes that a check of a file takes at most. */
async function costs({ path, receipts }) {
  const [before, began] = [most(), process.cpuUsage()];
  const notes = receipts ? { receipts: [fs.readFileSync(receipts).toString("base64")] } : {};
  const found = await check({ source: fs.readFileSync(path), floors: {}, notes });
  const { user, system } = process.cpuUsage(began);
  return { ...found, seconds: (user + system) / 1e6, megabytes: most() - before };
}

/** What the check says of a file: the failure, its row, and what a verdict is told. */
async function check({ source, floors, isFull, notes = {} }) {
  const receipts = (notes.receipts || []).map(fromBase64);
  const bytes = typeof source === "string" ? fromBase64(source) : new Uint8Array(source);
  const found = await RunesCheck.check(bytes,
    { floors, isFull, notes: { ...notes, receipts } });
  const { failure = null, row = null } = found.wrong || {};
  return { failure, row, checked: found.checked, report: found.report,
    status: RunesCheck.status(found.wrong) };
}

// --- the formulas of vectors ----------------------------------------------------------------------

/** A record that derives from a given R and gid, and has not begun. */
function begun(secret, game, at = 0) {
  const record = Object.create(Inspection.prototype);
  return Object.assign(record, { secret: unhex(secret), gid: unhex(game), at,
    mac: keyed(unhex(secret)), zones: new Map() });
}

function numbers(key, bounds) {
  const source = stream(unhex(key));
  return bounds.map((bound) => source.below(bound));
}

const flat = (hashes) => unhex(hashes.join(""));

/** The root of a zone: the record refuses any other. */
function held(record, zone, faces) {
  const kind = zone.owner < 0 ? "card" : "hand";
  const leaves = faces.map((face, i) => {
    const salt = record.salt(zone, i);
    return hex(kind === "card" ? H(kind, salt, u64(i), face) : H(kind, salt, face));
  });
  const { root } = new Tree(flat(leaves));
  record.promise({ ...zone, count: faces.length, root }, faces);
  return { root, leaves };
}

function hand({ secret, game, seq, zone, owner, faces }) {
  const record = begun(secret, game, seq);
  const order = orderOf(record.D("handorder", u64(seq), zone, u64(owner + 1)), faces.length);
  const sorted = [...faces].sort();
  const mixed = order.map((i) => sorted[i]);
  return { root: held(record, { zone, owner }, mixed).root, faces: mixed };
}

function chain(secret, game, tag, ...top) {
  const record = begun(secret, game);
  return record.chain(tag, record.D(...top)).map(hex);
}

async function slow({ game, event, opening, digest, blocks, segments }) {
  const found = [];
  for (let i = 1; i <= segments; i++) {
    const first = H("slow", unhex(game), u64(event), u64(opening), u64(i), unhex(found.at(-1) || digest));
    found.push(hex(await RunesCheck.long(first, blocks / segments)));
  }
  return found;
}

const FORMULAS = {
  H: ({ tag, parts }) => hex(H(tag, ...parts.map(unhex))),
  M: ({ key, tag, parts }) => hex(M(unhex(key), tag, ...parts.map(unhex))),
  D: ({ secret, game, tag, parts }) => hex(begun(secret, game).D(tag, ...parts.map(unhex))),
  root: ({ leaves }) => new Tree(flat(leaves)).root,
  path: ({ leaves, at }) => new Tree(flat(leaves)).path(at),
  freeze: ({ game, event, opening, given }) =>
    hex(H("freeze", unhex(game), u64(event), u64(opening), canon(given))),
  numbers: ({ key, bounds }) => numbers(key, bounds),
  order: ({ key, count }) => orderOf(unhex(key), count),
  leaf: ({ tag, salt, at, face }) =>
    hex(H(tag, unhex(salt), ...(tag === "card" ? [u64(at)] : []), face)),
  pile: ({ secret, game, seq, zone, faces }) =>
    held(begun(secret, game, seq), { zone, owner: -1 }, faces),
  hand,
  slots: ({ secret, game, seq, zone, owner, faces }) => {
    const record = begun(secret, game, seq);
    return faces.map((face, i) => hex(H("slot", record.salt({ zone, owner }, i), face)));
  },
  rolls: ({ secret, game, t }) => {
    const links = chain(secret, game, "chain", "chaintop");
    return { anchor: links[0], link: links[t] };
  },
  seat: ({ secret, game, seat, event }) => {
    const links = chain(secret, game, "seatchain", "seattop", u64(seat));
    return { anchor: links[0], value: links[event] };
  },
  slow,
  long: async ({ begin, blocks }) => hex(await RunesCheck.long(unhex(begin), blocks)),
  spin: ({ link, y, t, sides }) => stream(M(unhex(link), "spin", unhex(y), u64(t))).below(sides),
  shuffle: ({ secret, game, label, epoch, y, count }) =>
    orderOf(begun(secret, game).D("shuffle", label, u64(epoch), unhex(y)), count),
  seal: ({ secret, game, seq, body }) => {
    const salt = begun(secret, game).D("sealsalt", u64(seq));
    return hex(H("seal", salt, canon(body)));
  },
  input: ({ secret, game, label, epoch, faces }) => {
    const salt = begun(secret, game).D("inputsalt", label, u64(epoch));
    return hex(H("input", salt, canon(faces)));
  },
  note: ({ game, size, head }) => RunesCheck.noteText(game, size, head),
  words: ({ head, count, list }) => RunesCheck.wordsOf(head, count, list),
};

async function answer(question) {
  try {
    if (question.formula) return { value: await FORMULAS[question.formula](question.parts) };
    return await (question.path ? costs : check)(question);
  } catch (error) {
    return { broken: String(error.stack) };
  }
}

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
  }
})();
