/* The best program that we can think of for LONG of docs/fairness.md, for `python -m tests.lab.slow`.
 *
 *     slow HEX BLOCKS    prints what BLOCKS make of the 32 bytes HEX, and the seconds it took
 *
 * All blocks of a message are equal, so their schedule is worked out once: what is left for each
 * block are its 64 rounds, which wait for each other.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const uint32_t BEGIN[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define TURN(x, k) (((x) >> (k)) | ((x) << (32 - (k))))

/* The 64 words of a block's schedule, each with the constant of its round added. */
static void schedule(const uint8_t block[64], uint32_t wk[64]) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (TURN(a, 7) ^ TURN(a, 18) ^ (a >> 3)) + w[i - 7] +
               (TURN(b, 17) ^ TURN(b, 19) ^ (b >> 10));
    }
    for (int i = 0; i < 64; i++) wk[i] = w[i] + K[i];
}

/* Take in `count` blocks that all have this schedule. */
#if defined(__SHA__)
#include <immintrin.h>
#define HOW "x86 SHA extensions"
static void take(uint32_t state[8], const uint32_t wk[64], long count) {
    __m128i low[16], high[16];
    for (int i = 0; i < 16; i++) {
        low[i] = _mm_loadu_si128((const __m128i *)(wk + 4 * i));
        high[i] = _mm_shuffle_epi32(low[i], 0x0e);
    }
    __m128i one = _mm_set_epi32((int)state[0], (int)state[1], (int)state[4], (int)state[5]);
    __m128i two = _mm_set_epi32((int)state[2], (int)state[3], (int)state[6], (int)state[7]);
    for (long n = 0; n < count; n++) {
        __m128i x = one, y = two;
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            y = _mm_sha256rnds2_epu32(y, x, low[i]);
            x = _mm_sha256rnds2_epu32(x, y, high[i]);
        }
        one = _mm_add_epi32(one, x);
        two = _mm_add_epi32(two, y);
    }
    uint32_t a[4], b[4];
    _mm_storeu_si128((__m128i *)a, one);
    _mm_storeu_si128((__m128i *)b, two);
    state[0] = a[3], state[1] = a[2], state[4] = a[1], state[5] = a[0];
    state[2] = b[3], state[3] = b[2], state[6] = b[1], state[7] = b[0];
}
#elif defined(__ARM_FEATURE_SHA2) || defined(__ARM_FEATURE_CRYPTO)
#include <arm_neon.h>
#define HOW "ARMv8 SHA extensions"
static void take(uint32_t state[8], const uint32_t wk[64], long count) {
    uint32x4_t one = vld1q_u32(state), two = vld1q_u32(state + 4), w[16];
    for (int i = 0; i < 16; i++) w[i] = vld1q_u32(wk + 4 * i);
    for (long n = 0; n < count; n++) {
        uint32x4_t x = one, y = two;
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            uint32x4_t before = x;
            x = vsha256hq_u32(x, y, w[i]);
            y = vsha256h2q_u32(y, before, w[i]);
        }
        one = vaddq_u32(one, x);
        two = vaddq_u32(two, y);
    }
    vst1q_u32(state, one);
    vst1q_u32(state + 4, two);
}
#else
#define HOW "no SHA extensions"
static void take(uint32_t state[8], const uint32_t wk[64], long count) {
    for (long n = 0; n < count; n++) {
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
#pragma GCC unroll 64
        for (int i = 0; i < 64; i++) {
            uint32_t t = h + (TURN(e, 6) ^ TURN(e, 11) ^ TURN(e, 25)) + (g ^ (e & (f ^ g))) + wk[i];
            uint32_t u = (TURN(a, 2) ^ TURN(a, 13) ^ TURN(a, 22)) + ((a & b) | (c & (a | b)));
            h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
        }
        state[0] += a, state[1] += b, state[2] += c, state[3] += d;
        state[4] += e, state[5] += f, state[6] += g, state[7] += h;
    }
}
#endif

/* The SHA-256 of `count` blocks that are twice `value` each, in place of it. */
static void message(uint8_t value[32], long count) {
    uint8_t block[64], end[64] = {0x80};
    uint32_t state[8], wk[64];
    memcpy(block, value, 32), memcpy(block + 32, value, 32), memcpy(state, BEGIN, 32);
    schedule(block, wk);
    take(state, wk, count);
    for (int i = 0; i < 8; i++) end[63 - i] = (uint8_t)((uint64_t)count * 512 >> (8 * i));
    schedule(end, wk);
    take(state, wk, 1);
    for (int i = 0; i < 32; i++) value[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

int main(int count, char **words) {
    if (count != 3 || strlen(words[1]) != 64) return 2;
    uint8_t value[32];
    for (int i = 0; i < 32; i++) {
        unsigned byte;
        if (sscanf(words[1] + 2 * i, "%2x", &byte) != 1) return 2;
        value[i] = (uint8_t)byte;
    }
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long left = atol(words[2]); left > 0; left -= 8192)
        message(value, left < 8192 ? left : 8192);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    for (int i = 0; i < 32; i++) printf("%02x", value[i]);
    printf(" %.6f %s\n", (double)(ended.tv_sec - began.tv_sec) +
           (double)(ended.tv_nsec - began.tv_nsec) * 1e-9, HOW);
    return 0;
}
