import { describe, expect, it } from "vitest";
import { deviceCookie, readCookie } from "./cookies.ts";

const cookieFor = (url: string, port = 8080) => deviceCookie({ publicUrl: new URL(url), port });

describe("the device cookie", () => {
  it("see R7s-39 over https has the __Host- prefix with the attributes that it requires", () => {
    const value = cookieFor("https://portal.example.org").set("secret");
    const [pair, ...attributes] = value.split("; ");
    expect(pair).toBe("__Host-portal=secret");
    expect(attributes.toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=34560000",
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
    expect(value).not.toMatch(/domain/i);
  });

  it("see R7s-39 on loopback http contains the port and is HttpOnly and SameSite=Strict without Secure", () => {
    const value = cookieFor("http://localhost:8081").set("secret");
    expect(value).toBe("portal_8081=secret; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000");
    expect(cookieFor("http://localhost", 8090).name).toBe("portal_8090");
  });
});

describe("reading a cookie", () => {
  it("returns the value of exactly the given name", () => {
    expect(readCookie("a=1; portal_8080=x.y-z_; b=2", "portal_8080")).toBe("x.y-z_");
    expect(readCookie("portal_80801=no; xportal_8080=no; portal_8080=yes", "portal_8080")).toBe("yes");
    expect(readCookie("portal_8080=a=b", "portal_8080")).toBe("a=b");
  });

  it("returns nothing without a header, without the name, or if the name occurs twice", () => {
    expect(readCookie(undefined, "p")).toBeUndefined();
    expect(readCookie("", "p")).toBeUndefined();
    expect(readCookie("q=1; P=2", "p")).toBeUndefined();
    expect(readCookie("p=1; p=2", "p")).toBeUndefined();
    expect(readCookie("p=1;p=1", "p")).toBeUndefined();
  });
});
